import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { Check, Monitor, Moon, Sun } from 'lucide-react'
import { labelled, useWord } from '#client/i18n.ts'
import { chooseTheme, type ThemeChoice, themeChoices, useThemeChoice } from '#client/theme.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { Word } from '#shared/i18n/index.ts'

const icons = { system: Monitor, light: Sun, dark: Moon }
const words: Record<ThemeChoice, Word> = { system: 'nav.themeSystem', light: 'nav.themeLight', dark: 'nav.themeDark' }

/** Choose light, dark, or the system's theme. */
export function ThemeMenu() {
  const say = useWord()
  const chosen = useThemeChoice()
  const Icon = icons[chosen]
  const label = labelled(say('nav.theme'), say(words[chosen]))
  return (
    <Menu>
      <MenuButton
        aria-label={label}
        title={label}
        className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
      >
        <Icon aria-hidden className="size-4.5" />
      </MenuButton>
      <MenuItems modal={false} anchor={{ to: 'bottom end', gap: 4 }} className="popover w-44">
        {themeChoices.map((choice) => {
          const Mark = icons[choice]
          return (
            <MenuItem key={choice}>
              <button type="button" className="option" onClick={() => chooseTheme(choice)}>
                <Mark aria-hidden className="size-4 text-muted" />
                <span className="flex-1">{say(words[choice])}</span>
                <Check aria-hidden className={classNames('size-4', choice !== chosen && 'invisible')} />
                {choice === chosen && <span className="sr-only">✓</span>}
              </button>
            </MenuItem>
          )
        })}
      </MenuItems>
    </Menu>
  )
}
