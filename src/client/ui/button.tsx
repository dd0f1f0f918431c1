import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useWord } from '#client/i18n.ts'
import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'danger'
type Size = 'md' | 'sm'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent-fill text-white not-aria-disabled:hover:bg-accent-fill-hover',
  danger: 'border-transparent bg-danger-fill text-white not-aria-disabled:hover:bg-danger-fill-hover',
  default: 'border-control bg-surface text-ink not-aria-disabled:hover:bg-hover',
  quiet: 'border-transparent text-ink not-aria-disabled:hover:bg-hover',
}
const sizes: Record<Size, string> = {
  md: 'min-h-8 px-3 pointer-coarse:min-h-10',
  sm: 'min-h-6 px-2 text-xs pointer-coarse:min-h-8',
}

/** The class names of a button, for a link that must look like one. */
export const buttonStyle = (variant: ButtonVariant = 'default', size: Size = 'md'): string =>
  classNames(
    'inline-flex items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none transition-colors aria-disabled:opacity-60',
    variants[variant],
    sizes[size],
  )

/** The class names of a `ToolButton`, for the button of a menu. */
export const toolStyle = `${buttonStyle('quiet')} max-sm:px-2.5`

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  variant?: ButtonVariant
  size?: Size
  /** Show that the action is running: keep the width and the focus, and ignore clicks. */
  busy?: boolean
  disabled?: boolean
  icon?: ReactNode
}

/** A button with its text. `type` is "button" unless given. */
export function Button({
  variant = 'default',
  size = 'md',
  busy = false,
  disabled = false,
  icon,
  children,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const say = useWord()
  const held = busy || disabled
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={held || undefined}
      aria-busy={busy || undefined}
      className={classNames(buttonStyle(variant, size), className)}
      onClick={(event) => {
        // A busy or disabled button stays focusable, so that the focus is not lost while it works; clicks and submits
        // do nothing.
        if (held) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy ? <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin" /> : icon}
      {children}
      {busy && <span className="sr-only">{say('ui.working')}</span>}
    </button>
  )
}

type RowButtonProps = {
  label: string
  /** What screen readers say: the action and its row. */
  name: string
  onClick: () => void
  disabled?: boolean
  className?: string
}

/** An action of a row in a table. */
export const RowButton = ({ label, name, onClick, disabled, className }: RowButtonProps) => (
  <Button
    variant="quiet"
    size="sm"
    className={classNames('text-accent!', className)}
    aria-label={name}
    disabled={disabled}
    onClick={onClick}
  >
    {label}
  </Button>
)

/** A tool above a list: a quiet button, on a phone only its icon. */
export const ToolButton = ({ children, ...rest }: Omit<ButtonProps, 'variant' | 'className'>) => (
  <Button {...rest} variant="quiet" className="max-sm:px-2.5">
    <span className="max-sm:sr-only">{children}</span>
  </Button>
)

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** Name for screen readers and the tooltip. */
  label: string
  icon: ReactNode
  size?: Size
}

/** A square button with an icon alone; its label is its accessible name and its tooltip. */
export function IconButton({ label, icon, size = 'md', className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-md text-muted transition-colors enabled:hover:bg-hover enabled:hover:text-ink disabled:opacity-40',
        size === 'md' ? 'size-8 pointer-coarse:size-9' : 'size-6 pointer-coarse:size-8',
        className,
      )}
    >
      {icon}
    </button>
  )
}
