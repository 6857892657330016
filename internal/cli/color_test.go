package cli

import (
	"strings"
	"testing"
)

func TestColored(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		mode, env string
		terminal  bool
		want      bool
	}{
		{"auto", "", true, true},
		{"auto", "", false, false},
		{"always", "NO_COLOR=1", false, true},
		{"never", "FORCE_COLOR=1", true, false},
		{"auto", "NO_COLOR=1", true, false},
		{"auto", "NO_COLOR=1 FORCE_COLOR=1", true, false},
		{"auto", "FORCE_COLOR=1", false, true},
		{"auto", "FORCE_COLOR=0", true, false},
		{"auto", "CLICOLOR_FORCE=1", false, true},
		{"auto", "CLICOLOR_FORCE=0", true, true},
		{"auto", "CLICOLOR=0", true, false},
		{"auto", "CLICOLOR=0 CLICOLOR_FORCE=1", false, true},
		{"auto", "TERM=dumb", true, false},
	} {
		env := func(name string) string {
			for _, pair := range strings.Fields(tt.env) {
				if value, ok := strings.CutPrefix(pair, name+"="); ok {
					return value
				}
			}
			return ""
		}
		if got := colored(tt.mode, env, tt.terminal); got != tt.want {
			t.Errorf("--color %s, %s, terminal %t: %t", tt.mode, tt.env, tt.terminal, got)
		}
	}
}
