package confmap

type Confmap struct{}

func Provider(mp map[string]interface{}, delim string) *Confmap { return nil }
