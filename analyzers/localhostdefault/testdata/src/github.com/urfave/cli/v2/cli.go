package cli

type StringFlag struct {
	Name, Value string
	EnvVars     []string
}
