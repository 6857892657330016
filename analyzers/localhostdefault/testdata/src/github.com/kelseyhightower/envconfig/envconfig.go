package envconfig

func Process(prefix string, spec interface{}) error { return nil }
