// A real nginx, with the configuration that docs/deployment.md recommends for one instance of the service, or for several.
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { refuse } from '../../../tools/contract-tester/environment.ts'
import { newFolder } from '../../support/folder.ts'
import { freePort } from '../../support/free-port.ts'
import { type RunningProcess, start } from '../../support/process.ts'

export interface Nginx {
  /** The address of the service behind nginx. */
  url: string
  /** The lines of its error log. */
  errors: () => Promise<string[]>
  process: RunningProcess
}

/** Ends the process with 2 if nginx is not installed. */
export async function startNginx(servicePorts: number[]): Promise<Nginx> {
  const folder = await newFolder()
  const port = await freePort()
  const guide = await readFile('docs/deployment.md', 'utf8')
  const [ofOne = '', ofSeveral = ''] = [...guide.matchAll(/```nginx\n([\s\S]*?)```/g)].map(([, text]) => text)
  const documented = servicePorts.length === 1 ? ofOne : ofOne.replace(/upstream[\s\S]*?\n}\n/, ofSeveral)
  const ports = servicePorts.values()
  const http = documented
    .replaceAll(/(?<=server )[\d.]+:3000/g, () => `127.0.0.1:${ports.next().value}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`)
  const file = join(folder, 'nginx.conf')
  const errorLog = join(folder, 'error.log')
  await writeFile(
    file,
    `daemon off; pid ${join(folder, 'pid')}; error_log ${errorLog}; events {}
http { access_log off; ${temporary.join(' ')} ${http} }`,
  )
  const process = start('nginx', ['-e', errorLog, '-p', folder, '-c', file])
  await untilListening(port, process)
  const errors = async () => (await readFile(errorLog, 'utf8')).split('\n').filter((line) => line !== '')
  return { url: `http://127.0.0.1:${port}/garden`, errors, process }
}

async function untilListening(port: number, process: RunningProcess): Promise<void> {
  const ended = process.ended.then(
    ({ stderr }) => Promise.reject(new Error(`nginx ended: ${stderr}`)),
    () => refuse('nginx is missing: install the Debian package nginx-light.'),
  )
  ended.catch(() => {}) // nginx may end later
  for (let attempt = 0; attempt < 100; attempt++) {
    const socket = connect(port, '127.0.0.1')
    const isListening = await Promise.race([
      ended,
      once(socket, 'connect').then(
        () => true,
        () => false,
      ),
    ])
    socket.destroy()
    if (isListening) return
    await sleep(50)
  }
  throw new Error('nginx does not listen.')
}
