import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test, vi } from 'vitest'
import { type Mail, type MailSettings, mailOutbox, smtpMail } from './mail.ts'

const MAIL: Mail = {
  id: '0123456789abcdef',
  to: 'zhang.san@example.cn',
  subject: '知策：期限提醒 2 条',
  text: '您好',
  html: '<p>您好</p>',
  stopUrl: 'https://zc.example.cn/customer/api/v1/mail/stopped?token=1.x',
}
const USER = { user: 'portal', pass: 'geheim-smtp' }
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

function certificate() {
  const folder = mkdtempSync(join(tmpdir(), 'smtp-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  execFileSync('openssl', [...made, '-keyout', key, '-out', cert, '-days', '2', ...subject], {
    stdio: 'ignore',
  })
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

async function openServer(options: SMTPServerOptions = {}) {
  const taken: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk
      })
      stream.on('end', () => {
        taken.push(`${session.secure ? 'encrypted' : 'plain'}\n${text}`)
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { port: (server.server.address() as AddressInfo).port, taken }
}

const settings = (port: number, more: Partial<MailSettings> = {}): MailSettings => ({
  host: 'localhost',
  port,
  security: 'none',
  auth: undefined,
  from: { name: '知策', address: 'notice@zc.example.cn' },
  ...more,
})
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'sent',
    (error: unknown) => error,
  )

test('a mail is plain text and HTML, says how to end it, and its Chinese subject is encoded', async () => {
  const { port, taken } = await openServer()
  await smtpMail(settings(port)).send(MAIL)
  const [text = ''] = taken
  const head = text.slice(0, text.indexOf('\r\n\r\n')).replace(/\r\n\s+/g, ' ')
  expect(head).toContain('To: zhang.san@example.cn')
  expect(head).toMatch(/Subject: =\?UTF-8\?[BQ]\?/)
  expect(head).toContain(`List-Unsubscribe: <${MAIL.stopUrl}>`)
  expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(head).toContain('Message-ID: <0123456789abcdef@zc.example.cn>')
  expect(head).toContain('Auto-Submitted: auto-generated')
  expect(head).toContain('multipart/alternative')
  expect([...head].every((character) => character < '\u007f')).toBe(true)
})

test('a line break in a subject begins no header, and an address is one address', async () => {
  const { port, taken } = await openServer()
  const gateway = smtpMail(settings(port))
  await gateway.send({ ...MAIL, subject: '甲\r\nBcc: eve@example.cn' })
  await failure(gateway.send({ ...MAIL, to: 'a@example.cn\r\nRCPT TO:<eve@example.cn>' }))
  await failure(gateway.send({ ...MAIL, to: 'a@example.cn, eve@example.cn' }))
  for (const text of taken) expect(text).not.toMatch(/^(Bcc|RCPT)/im)
  expect(taken.join()).not.toMatch(/^To:.*eve/m)
})

test('STARTTLS: the mail and the password go encrypted, or not at all', async () => {
  const { key, cert } = certificate()
  const asked: string[] = []
  const onAuth: SMTPServerOptions['onAuth'] = ({ username, password }, session, done) => {
    asked.push(`${session.secure} ${username} ${password}`)
    done(null, { user: username })
  }
  const safe = await openServer({ key, cert, disabledCommands: [], onAuth })
  const starttls = { security: 'starttls', auth: USER } as const
  await smtpMail(settings(safe.port, starttls), cert).send(MAIL)
  expect(safe.taken[0]).toMatch(/^encrypted/)
  expect(asked).toEqual(['true portal geheim-smtp'])
  expect(await failure(smtpMail(settings(safe.port, starttls)).send(MAIL))).toMatchObject({
    kind: 'unreachable',
  })
  // An attacker in between has removed the STARTTLS offer.
  const stripped = await openServer({ onAuth })
  const error = await failure(smtpMail(settings(stripped.port, starttls)).send(MAIL))
  expect(error).toMatchObject({ kind: 'unreachable' })
  expect([stripped.taken, asked.length]).toEqual([[], 1])
  const whole = await openServer({ key, cert, secure: true })
  await smtpMail(settings(whole.port, { security: 'tls' }), cert).send(MAIL)
  expect(whole.taken[0]).toMatch(/^encrypted/)
})

const answering = (responseCode: number) =>
  Object.assign(new Error('zhang.san@example.cn no'), { responseCode })

test.each<[string, SMTPServerOptions, object]>([
  [
    'no such mailbox',
    { onRcptTo: (_, __, done) => done(answering(550)) },
    { kind: 'refused', code: '550', name: 'GatewayError' },
  ],
  [
    'a sender that may not send',
    { onMailFrom: (_, __, done) => done(answering(553)) },
    { kind: 'unreachable', code: '553' },
  ],
  ['a greylist', { onRcptTo: (_, __, done) => done(answering(451)) }, { kind: 'unreachable', code: '451' }],
  [
    'too much spam',
    { onData: (stream, _, done) => void stream.resume().on('end', () => done(answering(554))) },
    { kind: 'refused', code: '554' },
  ],
  [
    'a full disk',
    { onData: (stream, _, done) => void stream.resume().on('end', () => done(answering(452))) },
    { kind: 'unreachable', code: '452' },
  ],
])('%s: told apart, without the address', async (_, options, expected) => {
  const { port } = await openServer(options)
  const error = await failure(smtpMail(settings(port)).send(MAIL))
  expect(error).toMatchObject(expected)
  expect((error as Error).message).not.toContain('zhang')
})

test('a wrong password is a fault of the portal, which is mended, not of the mail', async () => {
  const { key, cert } = certificate()
  const onAuth: SMTPServerOptions['onAuth'] = (_, __, done) => done(answering(535))
  const { port } = await openServer({ key, cert, disabledCommands: [], onAuth })
  const error = await failure(smtpMail(settings(port, { security: 'starttls', auth: USER }), cert).send(MAIL))
  expect(error).toMatchObject({ kind: 'unreachable', code: '535' })
  expect(String((error as Error).message)).not.toContain('geheim')
})

test('a server that says nothing is given up', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const { port } = silent.address() as AddressInfo
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  closing.push(() => vi.useRealTimers())
  const sent = failure(smtpMail(settings(port, { host: '127.0.0.1' })).send(MAIL))
  while (sockets.length === 0) await new Promise(setImmediate)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await sent).toMatchObject({ kind: 'unreachable', code: 'ETIMEDOUT' })
})

test('without a server mails are lines of a file for the owner, and shown on the terminal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mails-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  const lines: string[] = []
  await mailOutbox(
    folder,
    (line) => lines.push(line),
    () => 0,
  ).send(MAIL)
  const [written = ''] = readFileSync(join(folder, 'mail-outbox.jsonl'), 'utf8').trim().split('\n')
  expect(JSON.parse(written)).toEqual({
    to: MAIL.to,
    subject: MAIL.subject,
    text: MAIL.text,
    sent_at: '1970-01-01T00:00:00.000Z',
  })
  expect(lines).toEqual([`【邮件 mail】${MAIL.to}：${MAIL.subject}\n${MAIL.text}`])
})
