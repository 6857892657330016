package yaml

func Unmarshal(in []byte, out interface{}) error { return nil }
