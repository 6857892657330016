package env

func Parse(v any) error { return nil }
