import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@pinmark/testbed/free-port'
import type { Bench } from '../row'

/** Serves a folder with nginx, tuned for static files as its manual says. @returns its address, null without
 *  nginx */
export async function startNginx(
  { afterwards, folder: rowFolder }: Bench,
  folder: string,
): Promise<string | null> {
  const program = findNginx()
  if (program === null) return null
  const port = await freePort()
  const home = join(rowFolder, 'nginx')
  await mkdir(join(home, 'logs'), { recursive: true })
  await writeFile(join(home, 'nginx.conf'), settings(home, folder, port))
  const nginx = spawn(program, ['-p', home, '-c', join(home, 'nginx.conf'), '-e', join(home, 'error.log')], {
    stdio: 'inherit',
  })
  afterwards(async () => {
    if (nginx.exitCode !== null || nginx.signalCode !== null) return
    const ended = once(nginx, 'exit')
    // Its master process stops its workers.
    nginx.kill('SIGTERM')
    await ended
  })
  while (!(await answers(port))) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended with ${nginx.exitCode}.`)
  }
  return `http://127.0.0.1:${port}`
}

/** NGINX_PATH, else on PATH or at Debian's location. */
function findNginx(): string | null {
  const chosen = process.env['NGINX_PATH']
  if (chosen) return chosen
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((path) => join(path, 'nginx')).find((path) => existsSync(path)) ?? null
}

async function answers(port: number): Promise<boolean> {
  await pause(25)
  return fetch(`http://127.0.0.1:${port}/thumbnail`).then(
    ({ ok }) => ok,
    () => false,
  )
}

function settings(home: string, folder: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${home}/${kind};`)
    .join(' ')
  return `daemon off; user root; worker_processes 1; pid ${home}/nginx.pid; error_log ${home}/error.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=100;
  ${temporary}
  server {
    listen 127.0.0.1:${port}; root ${folder}; default_type image/webp;
    location / { add_header Cache-Control "private, max-age=31536000, immutable"; }
  }
}
`
}
