/** Does the server have another build of the console than this page? False if it cannot be asked. */
export async function isNewerBuild(): Promise<boolean> {
  // The name of the main script contains a hash of all code.
  const main = document.querySelector<HTMLElement>('script[data-main]')?.dataset.main
  if (!main) return false
  try {
    const answer = await fetch('/login', {
      headers: { accept: 'text/html' },
      cache: 'no-store',
      credentials: 'omit',
    })
    return answer.ok && !(await answer.text()).includes(main)
  } catch {
    return false
  }
}
