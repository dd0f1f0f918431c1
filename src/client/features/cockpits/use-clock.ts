import { useEffect, useState } from 'react'

const second = 1_000

/** Return the current time, updated every second on the second. */
export function useClock(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      setNow(Date.now())
      timer = setTimeout(tick, second - (Date.now() % second))
    }
    timer = setTimeout(tick, second - (Date.now() % second))
    return () => clearTimeout(timer)
  }, [])
  return now
}
