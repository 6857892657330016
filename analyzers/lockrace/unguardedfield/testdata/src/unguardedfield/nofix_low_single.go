package unguardedfield

var aliases map[string]string

func loadAliases() {
	aliases = map[string]string{"js": "JavaScript"} // want `data race: aliases is written in a function that may be called concurrently, and no mutex guards it`
}

// Alias loads the table with the first name: importers may ask it from several goroutines.
func Alias(name string) string {
	if aliases == nil {
		loadAliases()
	}
	return aliases[name]
}
