package leftopen

import (
	"io"
	"log"
	"os"
)

type logSetting struct{ path string }

type changing interface{ OnChange() error }

var changings []changing

func changed() {
	for _, c := range changings {
		_ = c.OnChange()
	}
}

func (l *logSetting) OnChange() error { return l.apply() }

// The second change leaves the file of the first open.
func (l *logSetting) apply() error {
	var out io.Writer = os.Stdout
	if l.path != "" {
		f, err := os.OpenFile(l.path, os.O_APPEND, 0o644) // want `f is opened again each time that OnChange is called, while the one before is open: nothing closes that when f takes its place at line 33: its descriptor stays in use`
		if err != nil {
			return err
		}
		out = f
	}
	log.SetOutput(out)
	return nil
}

func startLogging(l *logSetting) error {
	changings = append(changings, l)
	return l.apply()
}
