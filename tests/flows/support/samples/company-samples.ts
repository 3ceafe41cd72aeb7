/** Profile, colleagues, sessions, and all data of the company. */
import { addColleague, addInvitation, addSession, inviteFromElsewhere, ownCode } from '../company.ts'
import { type MakeSample, naming, namingNothing } from '../sample.ts'

const about: MakeSample = async () => namingNothing()

export const COMPANY_SAMPLES: Readonly<Record<string, MakeSample>> = {
  readProfile: about,
  changeProfile: async ({ secret }) => namingNothing({ body: { name: secret, legal_person: secret } }),
  listColleagues: about,
  removeColleague: async (company) => naming({ id: await addColleague(company) }, (params) => ({ params })),
  listInvitations: async (company) => {
    await addInvitation(company)
    return namingNothing()
  },
  createInvitation: about,
  revokeInvitation: async (company) => naming({ id: await addInvitation(company) }, (params) => ({ params })),
  joinCompany: async (company) => namingNothing({ body: { code: await inviteFromElsewhere(company) } }),
  sendProofCode: about,
  prove: async (company) => namingNothing({ body: { captcha: await ownCode(company) } }),
  endOneSession: async (company) => naming({ id: await addSession(company) }, (params) => ({ params })),
  listSessions: about,
  endOtherSessions: about,
  exportCompany: about,
  readDeletion: about,
  requestDeletion: about,
  cancelDeletion: about,
}
