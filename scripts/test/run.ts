import { type ChildProcess, spawn } from 'node:child_process'

/** Child processes that a signal to the runner must also end. */
const running = new Set<ChildProcess>()
export const stopAll = () => {
  for (const child of running) if (child.pid) process.kill(-child.pid, 'SIGKILL')
}

export type Run = { status: number | null; output: string; timedOut: boolean }
export type RunOptions = {
  environment?: Record<string, string>
  seconds: number /** Show the child's output as it arrives. */
  loud?: boolean
}

/** Run a program of this project to its end, or kill it and its children after `seconds`. */
export function run(program: string, args: readonly string[], options: RunOptions): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    running.add(child)
    let output = ''
    let timedOut = false
    const take = (chunk: Buffer) => {
      output += chunk.toString()
      if (options.loud) process.stdout.write(chunk)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    const timer = setTimeout(() => {
      timedOut = true
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    }, options.seconds * 1_000)
    const finish = () => {
      clearTimeout(timer)
      running.delete(child)
    }
    child.once('error', (error) => {
      finish()
      reject(error)
    })
    child.once('close', (status) => {
      finish()
      resolve({ status, output, timedOut })
    })
  })
}
