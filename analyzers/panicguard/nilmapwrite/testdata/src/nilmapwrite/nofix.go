package nilmapwrite

// A local variable that is only declared.
func index(list []string) map[string]int {
	var at map[string]int
	for i, s := range list {
		at[s] = i // want `no code makes the map`
	}
	return at
}

type cache struct{ entries map[string]string }

// Its zero value is used.
func (c *cache) put(key, value string) {
	c.entries[key] = value // want `no code makes entries`
}
