package b

import "a"

// A helper around a helper of another package.
func Setting(key string) string { return a.Or(key, "none") } // want Setting:"key 0 default -1 exact true"

func Or(key, fallback string) string { return a.Generic(key, fallback) } // want Or:"key 0 default 1 exact true"
