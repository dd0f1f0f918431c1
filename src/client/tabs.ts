/** What the tabs of one browser tell each other about their session. */
export type TabMessage =
  /** Somebody signed out here: the session of this token is over everywhere. */
  | { kind: 'ended'; token: string | null }
  /** This person is signed in again, by the token in the cookie. */
  | { kind: 'begun'; userId: number }

const name = 'coldfleet-session'
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null

/** Tells the other tabs of this browser. */
export const tellTabs = (message: TabMessage): void => channel?.postMessage(message)

/** Hears what other tabs tell; answers how to stop. */
export function hearTabs(listener: (message: TabMessage) => void): () => void {
  const heard = ({ data }: MessageEvent<TabMessage>) => listener(data)
  channel?.addEventListener('message', heard)
  return () => channel?.removeEventListener('message', heard)
}
