import { classNames } from './class-names.ts'

/** The picture of a user, or the first letter of the name; the name itself is beside it. */
export function Avatar({ name, url, className }: { name: string; url: string | null; className?: string }) {
  const shape = classNames(
    'grid size-6 shrink-0 place-items-center rounded-full border border-line object-cover text-xs font-medium',
    className,
  )
  if (url !== null) return <img src={url} alt="" loading="lazy" className={shape} />
  return (
    <span aria-hidden className={classNames(shape, 'bg-accent-soft text-accent')}>
      {[...name][0]}
    </span>
  )
}
