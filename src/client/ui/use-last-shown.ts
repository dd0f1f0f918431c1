import { useEffect, useState } from 'react'

/** Return the value, or the last one while it is undefined, so that a drawer is not empty before it has closed. */
export function useLastShown<Value>(value: Value | undefined): Value | undefined {
  const [shown, setShown] = useState(value)
  useEffect(() => {
    if (value !== undefined) setShown(value)
  }, [value])
  return shown
}
