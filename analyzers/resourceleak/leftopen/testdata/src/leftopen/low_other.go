package leftopen

// The text holds nothing but memory.
func joined(names []string) error {
	t := newText()
	for _, name := range names {
		if err := t.add(name); err != nil {
			return err // want `t, opened at line 5, stays open on this return`
		}
	}
	return t.Close()
}
