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

// A Runner uses functions in a way of its own.
type Runner interface{ Use(f func() error) }

// Default returns one.
func Default() Runner { return nil }
