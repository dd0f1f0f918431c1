import { CircleUser, Hourglass, Plus, Snowflake } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBranding } from '#client/branding.ts'
import { ProjectCard } from '#client/features/projects/project-card.tsx'
import { formatNumber, useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { AppLink } from '#client/ui/app-link.tsx'
import { buttonStyle } from '#client/ui/button.tsx'
import type { Today } from '#shared/today.ts'

/**
 * For people without a role: which company assigns it, what they can do in the meantime, and their own projects with
 * plans.
 */
export function Newcomer({ today }: { today: Today }) {
  const say = useWord()
  const { name, companyName } = useSession()
  const { supportPhone } = useBranding()
  return (
    <div className="grid grid-cols-1 gap-6">
      <h1 className="text-lg font-semibold">{say('today.welcome', { name })}</h1>
      <p className="flex items-start gap-3 rounded-md border border-line bg-surface p-4">
        <Hourglass aria-hidden className="mt-0.5 size-5 shrink-0 text-caution" strokeWidth={1.75} />
        <span>
          {say('today.waitsFor', { company: companyName ?? '' })}
          {supportPhone && (
            <span className="figures block text-muted">{say('today.waitsForPhone', { phone: supportPhone })}</span>
          )}
        </span>
      </p>
      <section aria-labelledby="today-can-do" className="grid gap-3">
        <h2 id="today-can-do" className="font-semibold">
          {say('today.canDo')}
        </h2>
        <ul className="grid gap-3 sm:grid-cols-2">
          <Step
            href="/agent"
            icon={<Snowflake aria-hidden className="size-5" strokeWidth={1.75} />}
            title={say('today.canProject')}
            help={say('today.canProjectHelp')}
          />
          <Step
            href="/profile/index"
            icon={<CircleUser aria-hidden className="size-5" strokeWidth={1.75} />}
            title={say('today.canProfile')}
            help={say('today.canProfileHelp')}
          />
        </ul>
      </section>
      {today.projects.length > 0 && <OwnProjectCards projects={today.projects} count={today.projectCount} />}
    </div>
  )
}

/** The newest own projects, with a link to all of them and one to a new project; `count` = number of own projects. */
function OwnProjectCards({ projects, count }: { projects: Today['projects']; count: number }) {
  const say = useWord()
  return (
    <section aria-labelledby="today-projects" className="grid gap-3">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="today-projects" className="font-semibold">
          {say('today.projects')}
        </h2>
        <span className="flex items-center gap-3">
          {count > projects.length && (
            <AppLink href="/materialType" className="text-accent underline-offset-2 hover:underline">
              {say('today.projectsAll', { count: formatNumber(count) })}
            </AppLink>
          )}
          <AppLink href="/agent" className={buttonStyle('primary')}>
            <Plus aria-hidden className="size-4" />
            {say('today.projectNew')}
          </AppLink>
        </span>
      </header>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-4">
        {projects.map((card) => (
          <li key={card.id} className="grid min-w-0">
            <ProjectCard card={card} withOwner={false} deleting={false} onDelete={undefined} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Step = ({ href, icon, title, help }: { href: string; icon: ReactNode; title: string; help: string }) => (
  <li>
    <AppLink
      href={href}
      className="flex h-full items-start gap-3 rounded-md border border-line bg-surface p-4 hover:border-control"
    >
      <span className="text-accent">{icon}</span>
      <span>
        <span className="block font-medium">{title}</span>
        <span className="text-muted">{help}</span>
      </span>
    </AppLink>
  </li>
)
