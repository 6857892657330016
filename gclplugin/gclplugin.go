// Package gclplugin is lifecyclelint as a module plugin of golangci-lint. Build
// a golangci-lint that contains it with golangci-lint custom and the
// .custom-gcl.yml of this repository; .golangci-plugin.yml shows its settings.
package gclplugin

import (
	"fmt"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

func init() { register.Plugin("lifecyclelint", New) }

// Settings are what is under linters.settings.custom.lifecyclelint.settings.
// Unknown keys are errors.
type Settings struct {
	// Checks chooses checks, as the command's --checks does.
	Checks []string `json:"checks"`
	// Lifecycle is the import path of the runtime package that fixes use.
	Lifecycle string `json:"lifecycle"`
	// Fixes is the style of fixes, lifecycle or stdlib.
	Fixes string `json:"fixes"`
	// Confidence is the least confidence of findings that are reported: high, medium
	// or low.
	Confidence string `json:"confidence"`
	// Suggested lets --fix also apply fixes that change behaviour.
	Suggested bool `json:"suggested"`
	// Tests says where checks look in _test.go files: default, all or none.
	// (golangci-lint's run.tests says whether it loads them at all.)
	Tests string `json:"tests"`
	// Generated also reports in generated files.
	Generated bool `json:"generated"`
	// Stops, Closes, RunsForever and Detaches name functions that do so.
	Stops       []string `json:"stops"`
	Closes      []string `json:"closes"`
	RunsForever []string `json:"runs-forever"`
	Detaches    []string `json:"detaches"`
}

type plugin struct{ analyzers []*analysis.Analyzer }

// New returns the plugin for the given settings.
func New(raw any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](raw)
	if err != nil {
		return nil, fmt.Errorf("lifecyclelint: %w", err)
	}
	// Related positions would each become an issue of its own.
	opts := s.options()
	suite := analyzers.New(opts)
	chosen, err := analyzers.Select(suite, s.Checks)
	if err != nil {
		return nil, fmt.Errorf("lifecyclelint: checks: %w", err)
	}
	p := new(plugin)
	for _, a := range suite {
		if chosen[a.Name] == analyzers.None {
			continue
		}
		if err := opts.Validate(a.Name, a.Checks); err != nil {
			return nil, fmt.Errorf("lifecyclelint: %w", err)
		}
		if err := a.Flags.Set("checks", chosen[a.Name]); err != nil {
			return nil, fmt.Errorf("lifecyclelint: %w", err)
		}
		p.analyzers = append(p.analyzers, a.Analyzer)
	}
	return p, nil
}

// options returns the settings as the analyzers take them.
func (s *Settings) options() check.Options {
	tests := s.Tests
	if tests == "default" {
		tests = ""
	}
	list := func(names []string) string { return strings.Join(names, ",") }
	return check.Options{
		Lifecycle: s.Lifecycle, Fixes: s.Fixes, Suggested: s.Suggested, Confidence: s.Confidence, NoTrace: true,
		Tests: tests, Generated: s.Generated,
		Stops: list(s.Stops), Closes: list(s.Closes), RunsForever: list(s.RunsForever), Detaches: list(s.Detaches),
	}
}

func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) { return p.analyzers, nil }

func (p *plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
