// Package gclplugin is lifecyclelint as a module plugin of golangci-lint. Build
// a golangci-lint that contains it with golangci-lint custom and the
// .custom-gcl.yml of this repository; .golangci-plugin.yml shows its settings.
package gclplugin

import (
	"fmt"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

func init() { register.Plugin("lifecyclelint", New) }

// Settings are what stands under linters.settings.custom.lifecyclelint.settings.
// Unknown keys are errors.
type Settings struct {
	// Checks chooses checks, as the command's --checks does.
	Checks []string `json:"checks"`
	// Lifecycle is the import path of the runtime package that fixes use.
	Lifecycle string `json:"lifecycle"`
	// Fixes is the style of fixes, lifecycle or stdlib.
	Fixes string `json:"fixes"`
	// Suggested lets --fix also apply fixes that change behaviour.
	Suggested bool `json:"suggested"`
}

type plugin struct{ analyzers []*analysis.Analyzer }

// New returns the plugin for the given settings.
func New(raw any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](raw)
	if err != nil {
		return nil, fmt.Errorf("lifecyclelint: %w", err)
	}
	// Related positions would each become an issue of its own.
	suite := analyzers.New(check.Options{Lifecycle: s.Lifecycle, Fixes: s.Fixes, Suggested: s.Suggested, NoTrace: true})
	chosen, err := analyzers.Select(suite, s.Checks)
	if err != nil {
		return nil, fmt.Errorf("lifecyclelint: checks: %w", err)
	}
	p := new(plugin)
	for _, a := range suite {
		if chosen[a.Name] == analyzers.None {
			continue
		}
		if err := a.Flags.Set("checks", chosen[a.Name]); err != nil {
			return nil, fmt.Errorf("lifecyclelint: %w", err)
		}
		opts := check.Options{Checks: chosen[a.Name], Lifecycle: s.Lifecycle, Fixes: s.Fixes}
		if err := opts.Validate(a.Name, a.Checks); err != nil {
			return nil, fmt.Errorf("lifecyclelint: %w", err)
		}
		p.analyzers = append(p.analyzers, a.Analyzer)
	}
	return p, nil
}

func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) { return p.analyzers, nil }

func (p *plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
