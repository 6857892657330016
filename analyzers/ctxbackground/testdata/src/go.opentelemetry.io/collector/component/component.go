package component

type Host interface{ GetExtensions() map[string]any }
