package cleanenv

func ReadEnv(cfg interface{}) error { return nil }
