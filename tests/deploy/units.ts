/** Stands in for systemd: holds the sockets of zhice@.socket, runs zhice@.service on them, and restarts it. */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { endingWithUs } from '../../server/testing/end-with-us.ts'

const SERVICE = 'docs/zhice@.service'
const SOCKET = 'docs/zhice@.socket'
/** The repository's folder in the documents. */
const HOME = '/srv/zhice'

const RUN_AGAIN_AND_AGAIN = `
  while [ ! -e "$STOPPED" ]; do
    ( echo $BASHPID >"$PID"; export LISTEN_PID=$BASHPID; exec setpriv --pdeathsig TERM -- $EXEC_START )
  done`

export interface ServiceProcess {
  socket: string
  restart: () => Promise<void>
  stop: () => Promise<void>
}

export function settingsOf(unit: string, name: string): string[] {
  return readFileSync(unit, 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith(`${name}=`) ? line.slice(name.length + 1) : []))
}

/** Runs `systemctl start zhice@NAME` with the settings of /etc/zhice.env, and no others. */
export async function startService(
  name: string,
  folder: string,
  settings: Record<string, string>,
): Promise<ServiceProcess> {
  const sockets = settingsOf(SOCKET, 'ListenStream').map((path) =>
    path.replace('%i', name).replace('/run/zhice', folder),
  )
  const [exec = ''] = settingsOf(SERVICE, 'ExecStart')
  const [pid, stopped] = [join(folder, `${name}.pid`), join(folder, `${name}.stopped`)]
  const env = {
    ...settings,
    PATH: process.env['PATH'] ?? '',
    EXEC_START: exec.replace(HOME, process.cwd()),
    PID: pid,
    STOPPED: stopped,
  }
  const keeper = spawn(
    ...endingWithUs(
      'systemd-socket-activate',
      [...sockets.flatMap((path) => ['-l', path]), ...passed(env), 'bash', '-c', RUN_AGAIN_AND_AGAIN],
      'TERM',
    ),
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = new Promise((resolve) => keeper.once('exit', resolve))
  let started = 0
  keeper.stdout.setEncoding('utf8').on('data', (text: string) => {
    started += text.split('请打开').length - 1
  })
  const until = async (isDone: () => boolean) => {
    while (!isDone()) {
      if (keeper.exitCode !== null) throw new Error(`${name} has ended`)
      await wait(20)
    }
  }
  await until(() => sockets.every(existsSync))
  for (const path of sockets) chmodSync(path, 0o666)
  // The socket waits for a connection; the machine's start also starts the service.
  connect(sockets[0] ?? '').end()
  await until(() => started > 0)
  const signal = () => process.kill(Number(readFileSync(pid, 'utf8')), 'SIGTERM')
  return {
    socket: join(folder, name),
    restart: async () => {
      const before = started
      signal()
      await until(() => started > before)
    },
    stop: async () => {
      spawn('touch', [stopped]).once('exit', signal)
      await ended
    },
  }
}

function passed(env: Record<string, string>): string[] {
  return Object.keys(env).flatMap((name) => ['-E', name])
}
