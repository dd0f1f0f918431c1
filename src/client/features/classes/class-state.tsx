import { say } from '#client/i18n.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { ClassState } from '#shared/classes.ts'

const styles: Record<ClassState, string> = {
  未开始: 'border-line text-muted',
  进行中: 'border-accent text-accent',
  已结束: 'border-line text-ink',
}

/** The state of a session as a bordered word. */
export const ClassStateTag = ({ state }: { state: ClassState }) => (
  <span
    className={classNames(
      'inline-flex items-center rounded-md border px-2 text-xs leading-5 whitespace-nowrap',
      styles[state],
    )}
  >
    {say(`class.state.${state}`)}
  </span>
)
