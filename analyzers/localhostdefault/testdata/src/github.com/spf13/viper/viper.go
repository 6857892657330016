package viper

func SetDefault(key string, value any) {}
func GetString(key string) string      { return "" }
