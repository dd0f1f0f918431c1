import { requireProgram } from '#tests/support/install.ts'
import { freePort } from '#tests/support/unprivileged.ts'
import { type Daemon, startDaemon } from './daemon.ts'

export type ProxyKind = 'nginx' | 'haproxy'
export type ProxyPlan = {
  kind: ProxyKind /** Ports of the processes behind it. */
  ports: readonly number[]
  port?: number
}

/** nginx has no health checks: it skips a process that refuses connections for five seconds. */
const nginxText = (folder: string, listening: number, ports: readonly number[]) => `
daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
worker_processes 1;
events { worker_connections 2048; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  client_max_body_size 100m;
  upstream coldfleet {
${ports.map((port) => `    server 127.0.0.1:${port} max_fails=1 fail_timeout=5s;`).join('\n')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${listening};
    location / {
      proxy_pass http://coldfleet;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      # A stream of events arrives line by line, and a large feed goes through as it comes.
      proxy_buffering off;
      proxy_request_buffering off;
      proxy_next_upstream error timeout;
      proxy_read_timeout 120s;
    }
  }
}
`

/** HAProxy requests /readyz of each process every half second, and skips one that is not ready. */
const haproxyText = (listening: number, ports: readonly number[]) => `
global
  maxconn 4096
defaults
  mode http
  option forwardfor
  option http-server-close
  timeout connect 2s
  timeout client 120s
  timeout server 120s
frontend coldfleet
  bind 127.0.0.1:${listening}
  default_backend processes
backend processes
  balance roundrobin
  option httpchk GET /readyz
  option redispatch
  retries 2
  default-server check inter 500ms fall 1 rise 1
${ports.map((port, index) => `  server process${index + 1} 127.0.0.1:${port}`).join('\n')}
`

/** Start a reverse proxy that distributes requests over several processes in turn, and passes on their origin. */
export async function startProxy({ kind, ports, port }: ProxyPlan): Promise<Daemon> {
  const listening = port ?? (await freePort())
  const program = requireProgram(kind)
  if (kind === 'nginx')
    return startDaemon({
      program,
      port: listening,
      files: (folder) => ({ 'nginx.conf': nginxText(folder, listening, ports) }),
      arguments: (folder) => ['-p', folder, '-c', `${folder}/nginx.conf`, '-e', 'stderr'],
      stopSignal: 'SIGQUIT',
    })
  return startDaemon({
    program,
    port: listening,
    files: () => ({ 'haproxy.cfg': haproxyText(listening, ports) }),
    arguments: (folder) => ['-db', '-f', `${folder}/haproxy.cfg`],
    stopSignal: 'SIGTERM',
  })
}
