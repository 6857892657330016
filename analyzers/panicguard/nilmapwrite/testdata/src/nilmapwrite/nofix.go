package nilmapwrite

// A local variable that is only declared.
func index(list []string) map[string]int {
	var at map[string]int
	for i, s := range list {
		at[s] = i // want `no code makes the map`
	}
	return at
}
