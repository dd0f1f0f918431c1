// The parts of Headless UI with the properties used here. Its own types are generic over every HTML element, and cost
// tsc more than all other components of the console together. Add a missing property here.
declare module '@headlessui/react' {
  import type {
    AnchorHTMLAttributes,
    ButtonHTMLAttributes,
    ElementType,
    HTMLAttributes,
    InputHTMLAttributes,
    JSX,
    ReactNode,
    Ref,
  } from 'react'

  interface Anchor {
    to: 'bottom start' | 'bottom end'
    gap?: number
    offset?: number
    padding?: number
  }
  interface Box extends HTMLAttributes<HTMLElement> {
    as?: 'div'
  }
  /** A list of choices or a panel positioned beside a button. */
  interface Floating extends HTMLAttributes<HTMLElement> {
    anchor?: Anchor
    /** false = do not make the rest of the page inert. */
    modal?: boolean
    /** Rendered always, not only while open. */
    static?: boolean
  }
  type PressedButton = ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }

  interface DialogProps extends HTMLAttributes<HTMLElement> {
    open: boolean
    onClose: (open: false) => void
    role?: 'dialog' | 'alertdialog'
  }
  export function Dialog(props: DialogProps): JSX.Element
  export function DialogBackdrop(props: Box): JSX.Element
  export function DialogPanel(props: Box & { ref?: Ref<HTMLDivElement> }): JSX.Element
  export function DialogTitle(props: Box): JSX.Element

  export function Menu(props: Box): JSX.Element
  export function MenuButton(props: PressedButton): JSX.Element
  export function MenuItems(props: Floating): JSX.Element
  export function MenuItem(props: { children: ReactNode; disabled?: boolean }): JSX.Element

  export function Popover(props: Box): JSX.Element
  export function PopoverButton(props: PressedButton): JSX.Element
  interface PopoverPanelProps extends Omit<Floating, 'children'> {
    children: ReactNode | ((state: { close: () => void }) => ReactNode)
  }
  export function PopoverPanel(props: PopoverPanelProps): JSX.Element
  /** Close the popover around it; with `as` a link, also navigate. */
  export function CloseButton(
    props: PressedButton | (Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { as: ElementType; href: string }),
  ): JSX.Element

  interface Choosing<Value> {
    value: Value
    onChange: (value: Value) => void
    disabled?: boolean
    children: ReactNode
  }
  interface OptionProps<Value> extends Omit<HTMLAttributes<HTMLElement>, 'value'> {
    value: Value
    disabled?: boolean
  }
  export function Listbox<Value>(props: Choosing<Value>): JSX.Element
  export function ListboxButton(props: PressedButton): JSX.Element
  export function ListboxOptions(props: Floating): JSX.Element
  export function ListboxOption<Value>(props: OptionProps<Value>): JSX.Element

  interface ComboboxProps<Value> extends Choosing<Value> {
    onClose?: () => void
    /** Open on focus. */
    immediate?: boolean
  }
  export function Combobox<Value>(props: ComboboxProps<Value>): JSX.Element
  interface ComboboxInputProps<Value> extends InputHTMLAttributes<HTMLInputElement> {
    displayValue?: (value: Value) => string
    ref?: Ref<HTMLInputElement>
  }
  export function ComboboxInput<Value>(props: ComboboxInputProps<Value>): JSX.Element
  export function ComboboxButton(props: PressedButton): JSX.Element
  export function ComboboxOptions(props: Floating): JSX.Element
  export function ComboboxOption<Value>(props: OptionProps<Value>): JSX.Element

  interface TabGroupProps {
    selectedIndex?: number | undefined
    onChange: (index: number) => void
    children: ReactNode
  }
  export function TabGroup(props: TabGroupProps): JSX.Element
  export function TabList(props: Box): JSX.Element
  export function Tab(props: PressedButton): JSX.Element
  export function TabPanels(props: Box): JSX.Element
  export function TabPanel(props: Box): JSX.Element
}
