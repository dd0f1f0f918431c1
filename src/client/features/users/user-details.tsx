import { say } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { figures } from '#client/ui/list/columns.tsx'
import type { DetailsOf } from '#client/ui/list/details-of.ts'
import type { UserRow } from '#shared/users.ts'

const link = 'text-accent underline-offset-2 hover:underline'

/** The client or sub-account of a user, with its page. */
const owner = (name: string | null, href: string) =>
  name && (
    <AppLink href={href} className={link}>
      {name}
    </AppLink>
  )

/** The details of a user: also the personal data of the form, and whom the user belongs to. */
export const userDetails: DetailsOf<UserRow> = {
  title: ({ name }) => name,
  without: ['name', 'company'],
  facts: ({ company, group, clientId, client, accountId, account, sex, birthday, remarks, updateTimeStr }) => [
    { name: say('users.company'), value: company },
    { name: say('users.group'), value: group },
    { name: say('users.client'), value: owner(client, `/agent_detail/index?id=${clientId}`) },
    { name: say('users.account'), value: owner(account, `/account_detail/index?id=${accountId}`) },
    { name: say('users.sex'), value: sex && say(sex === '男' ? 'users.male' : 'users.female') },
    { name: say('users.birthday'), value: figures(birthday) },
    { name: say('users.remarks'), value: remarks },
    { name: say('users.updated'), value: figures(updateTimeStr) },
  ],
}
