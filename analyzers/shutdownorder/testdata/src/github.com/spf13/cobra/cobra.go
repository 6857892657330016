package cobra

type Command struct {
	Use                                string
	Run, PostRun, PersistentPostRun    func(cmd *Command, args []string)
	RunE, PostRunE, PersistentPostRunE func(cmd *Command, args []string) error
}

// Execute runs the command that the arguments name.
func (c *Command) Execute() error { return nil }
