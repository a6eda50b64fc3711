// A real nginx, with the configuration that docs/deployment.md recommends for one instance of the service, or for several.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from '../../stack/environment.ts'
import { newFolder } from '../../stack/test/support/folder.ts'
import { freePort } from '../../stack/test/support/free-port.ts'
import { run, start } from '../../stack/test/support/process.ts'
import { openSocket } from '../../stack/test/support/raw-http.ts'
import { waitFor } from '../../stack/test/support/wait.ts'

/** Ends the process with 2 if nginx is not installed. @returns Also the address of the service behind nginx. */
export async function startNginx(servicePorts: number[]) {
  await run('nginx', ['-v']).catch(() => refuse('nginx is missing: install the Debian package nginx-light.'))
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
  const url = `http://127.0.0.1:${port}`
  await waitFor(async () => (await openSocket(url)).destroy())
  // Of an instance that restarts: after a refused connection, nginx tries the next instance.
  const expected = /^$|\[notice\]|connect\(\) failed \(111: Connection refused\)/
  const errors = async () => (await readFile(errorLog, 'utf8')).split('\n').filter((line) => !expected.test(line))
  return { url: `${url}/garden`, errors, process }
}
