package cli

import (
	"testing"

	"github.com/lifecyclelint/lifecyclelint/internal/scaffold"
)

func TestPinOf(t *testing.T) {
	t.Parallel()
	const (
		commit = "0123456789abcdef0123456789abcdef01234567"
		pseudo = "v0.3.1-0.20261126010203-0123456789ab"
	)
	for _, tt := range []struct {
		version, revision string
		modified          bool
		want              scaffold.Pin
		known             bool
	}{
		{"v1.2.3", "", false, scaffold.Pin{Version: "v1.2.3", Revision: "v1.2.3"}, true},
		{"v1.2.3", commit, false, scaffold.Pin{Version: "v1.2.3", Revision: "v1.2.3"}, true},
		{pseudo, commit, false, scaffold.Pin{Version: pseudo, Revision: commit}, true},
		{pseudo, "", false, scaffold.Pin{Version: pseudo, Revision: "0123456789ab"}, true},
		{pseudo + "+dirty", commit, true, scaffold.Pin{Version: "latest", Revision: "main"}, false},
		{"(devel)", commit, false, scaffold.Pin{Version: commit, Revision: commit}, true},
		{"(devel)", commit, true, scaffold.Pin{Version: "latest", Revision: "main"}, false},
		{"(devel)", "", false, scaffold.Pin{Version: "latest", Revision: "main"}, false},
		{"", "", false, scaffold.Pin{Version: "latest", Revision: "main"}, false},
	} {
		got, known := pinOf(tt.version, tt.revision, tt.modified)
		if got != tt.want || known != tt.known {
			t.Errorf("%q, %q, %t: %+v, %t, want %+v, %t", tt.version, tt.revision, tt.modified, got, known, tt.want, tt.known)
		}
	}
}
