package nilmapwrite

type cache struct{ entries map[string]string }

// No code here makes the struct.
func (c *cache) put(key, value string) {
	c.entries[key] = value // want `no code makes entries`
}
