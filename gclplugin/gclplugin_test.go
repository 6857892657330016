package gclplugin_test

import (
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"

	"github.com/lifecyclelint/lifecyclelint/gclplugin"
)

func TestSettings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		settings map[string]any
		want     int // analyzers; 0 for any number
		err      string
	}{
		{"none", nil, 0, ""},
		{"one check", map[string]any{"checks": []string{"goroutineleak/ticker-range"}}, 1, ""},
		{"style", map[string]any{"fixes": "stdlib", "lifecycle": "example.org/lc", "suggested": true}, 0, ""},
		{"policies", map[string]any{"tests": "none", "generated": true, "stops": []string{"example.org/a.Stop"}, "runs-forever": []string{"(*example.org/a.T).Run"}}, 0, ""},
		{"no function", map[string]any{"detaches": []string{"Detach"}}, 0, "names no function"},
		{"unknown policy", map[string]any{"tests": "some"}, 0, "tests is \"some\""},
		{"unknown key", map[string]any{"check": []string{}}, 0, "unknown field"},
		{"unknown check", map[string]any{"checks": []string{"nosuch"}}, 0, "unknown check \"nosuch\""},
		{"unknown style", map[string]any{"fixes": "mine"}, 0, "fixes is \"mine\""},
		{"wrong type", map[string]any{"checks": "all"}, 0, "decoding settings"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p, err := gclplugin.New(tt.settings)
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Fatalf("%v, want %s", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			list, err := p.BuildAnalyzers()
			if err != nil || len(list) == 0 || tt.want > 0 && len(list) != tt.want {
				t.Errorf("%d analyzers, %v", len(list), err)
			}
			if p.GetLoadMode() != register.LoadModeTypesInfo {
				t.Error(p.GetLoadMode())
			}
		})
	}
	if _, err := register.GetPlugin("lifecyclelint"); err != nil {
		t.Error(err)
	}
}
