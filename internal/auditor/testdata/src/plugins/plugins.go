// Package plugins keeps what others register, as a dependency might.
package plugins

// A Plugin runs until it is told to stop.
type Plugin interface{ Run() error }

var all []any

// Register adds a plugin.
func Register(p any) { all = append(all, p) }

// Run runs all.
func Run() error {
	for _, p := range all {
		if err := p.(Plugin).Run(); err != nil {
			return err
		}
	}
	return nil
}
