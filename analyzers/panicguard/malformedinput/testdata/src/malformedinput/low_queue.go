package malformedinput

// A Label has a text, perhaps always one that the program sets.
type Label struct {
	Text any `json:"text"`
}

// Whether the label was decoded is not known.
func Show(l Label, show func(string)) {
	go func() { show(l.Text.(string)) }() // want `l\.Text\.\(string\) panics.*low confidence: the program may make the value itself`
}
