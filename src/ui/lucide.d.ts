declare module 'lucide:*' {
  const icon: import('./lucide-icon.tsx').LucideIcon
  export default icon
}
