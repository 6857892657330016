package cli

type StringFlag struct {
	Name, Value string
	Usage       string
	EnvVars     []string
}

type Command struct {
	Name   string
	Flags  []any
	Action func() error
}
