/** The API as one Hono app, without a port: served by index.ts, mounted in `astro dev`, asked by the tests. */
import { Hono } from 'hono'
import { answerError, answerNotFound } from './http/errors.ts'
import { requestLog } from './http/request-log.ts'
import { pageHeaders } from './http/security-headers.ts'
import { servicesByHost } from './http/services-by-host.ts'
import type { App, AppEnv, Services } from './http/types.ts'
import { refuseOtherMethods } from './http/wrong-method.ts'
import { addAdditionalRoutes } from './routes/additional.ts'
import { addAdvisoryRoutes } from './routes/advisory.ts'
import { addAdvisoryAttachmentRoutes } from './routes/advisory-attachment.ts'
import { addCategoryRoutes } from './routes/category.ts'
import { addChatRoutes } from './routes/chat.ts'
import { addChatFileRoutes } from './routes/chat-file.ts'
import { addChattingRoutes } from './routes/chatting.ts'
import { addColleagueRoutes } from './routes/colleague.ts'
import { addCompanyDataRoutes } from './routes/company-data.ts'
import { addCompanyGuideRoutes } from './routes/company-guide.ts'
import { addCompanyProfileRoutes } from './routes/company-profile.ts'
import { addCorrectionRoutes } from './routes/correction.ts'
import { addCustomerRoutes } from './routes/customer.ts'
import { addDocumentRoutes } from './routes/document.ts'
import { addDocumentFileRoutes } from './routes/document-file.ts'
import { addExpertRoutes } from './routes/expert.ts'
import { addFormDraftRoutes } from './routes/form-draft.ts'
import { addHealthRoutes } from './routes/health.ts'
import { addHomeRoutes } from './routes/home.ts'
import { addMessageRoutes } from './routes/message.ts'
import { addOperatorAdditionalRoutes } from './routes/operator-additional.ts'
import { addOperatorCategoryRoutes } from './routes/operator-category.ts'
import { addOperatorChatFileRoutes } from './routes/operator-chat-file.ts'
import { addOperatorCompanyRoutes } from './routes/operator-company.ts'
import { addOperatorConversationRoutes } from './routes/operator-conversation.ts'
import { addOperatorExpertRoutes } from './routes/operator-expert.ts'
import { addOperatorMessageRoutes } from './routes/operator-message.ts'
import { addOperatorNameRoutes } from './routes/operator-name.ts'
import { addOperatorOrderRoutes } from './routes/operator-order.ts'
import { addOperatorPackageRoutes } from './routes/operator-package.ts'
import { addOperatorProviderRoutes } from './routes/operator-provider.ts'
import { addOperatorReplyRoutes } from './routes/operator-reply.ts'
import { addOperatorReservationRoutes } from './routes/operator-reservation.ts'
import { addOrderRoutes } from './routes/order.ts'
import { addOwnSessionRoutes } from './routes/own-session.ts'
import { addPackageRoutes } from './routes/package.ts'
import { addPlatformPolicyRoutes } from './routes/platform-policy.ts'
import { addProviderRoutes } from './routes/provider.ts'
import { addQuestionRoutes } from './routes/question.ts'
import { addReminderRoutes } from './routes/reminder.ts'
import { addReservationRoutes } from './routes/reservation.ts'
import { addServiceFileRoutes } from './routes/service-file.ts'
import { addShareRoutes } from './routes/share.ts'
import { addSmsRoutes } from './routes/sms.ts'
import { addStorageRoutes } from './routes/storage.ts'
import { addSubsidyRoutes } from './routes/subsidy.ts'

/** Every API route, and the only onError and notFound. The pages are added behind it with `serveSite`. */
export function createApp(services: Services): App {
  const app = new Hono<AppEnv>()
  const servicesFor = servicesByHost(services)
  app.use((context, next) => {
    context.set('services', servicesFor(context.req.url))
    return next()
  })
  app.use(requestLog)
  app.onError(answerError)
  app.notFound(answerNotFound)

  addSmsRoutes(app)
  addCustomerRoutes(app)
  addMessageRoutes(app)
  addReminderRoutes(app)
  addHomeRoutes(app)
  addShareRoutes(app)
  addStorageRoutes(app)
  addSubsidyRoutes(app)
  addQuestionRoutes(app)
  addPlatformPolicyRoutes(app)
  addCategoryRoutes(app)
  addPackageRoutes(app)
  addExpertRoutes(app)
  addReservationRoutes(app)
  addOperatorCategoryRoutes(app)
  addOperatorPackageRoutes(app)
  addOperatorCompanyRoutes(app)
  addOperatorNameRoutes(app)
  addOperatorReplyRoutes(app)
  addOperatorExpertRoutes(app)
  addOperatorReservationRoutes(app)
  addOperatorMessageRoutes(app)
  addCompanyGuideRoutes(app)
  addCompanyProfileRoutes(app)
  addColleagueRoutes(app)
  addOwnSessionRoutes(app)
  addCompanyDataRoutes(app)
  addDocumentRoutes(app)
  addDocumentFileRoutes(app)
  addOrderRoutes(app)
  addAdditionalRoutes(app)
  addFormDraftRoutes(app)
  addProviderRoutes(app)
  addServiceFileRoutes(app)
  addOperatorOrderRoutes(app)
  addOperatorAdditionalRoutes(app)
  addOperatorProviderRoutes(app)
  addChatRoutes(app)
  addChatFileRoutes(app)
  addAdvisoryRoutes(app)
  addAdvisoryAttachmentRoutes(app)
  addChattingRoutes(app)
  addOperatorConversationRoutes(app)
  addOperatorChatFileRoutes(app)
  addCorrectionRoutes(app)
  app.use(pageHeaders)
  addHealthRoutes(app)
  refuseOtherMethods(app)
  return app
}
