package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

// The values of --group.
const (
	groupFile    = "file"
	groupCheck   = "check"
	groupService = "service"
)

// sections returns the function by which text is grouped, nil for files.
func (o *outputs) sections(ctx context.Context, cfg driver.Config) (func(finding.Finding) string, error) {
	switch o.group {
	case groupCheck:
		titles := make(map[string]string)
		for _, c := range allChecks() {
			titles[c.ID()] = c.Title
		}
		return func(f finding.Finding) string { return fmt.Sprintf("%s: %s", f.ID, titles[f.ID]) }, nil
	case groupService:
		programs, err := driver.Programs(ctx, cfg)
		if err != nil {
			return nil, err
		}
		return func(f finding.Finding) string {
			if in := programs[f.Package]; len(in) > 0 {
				return strings.Join(in, ", ")
			}
			return "in no program of the packages named"
		}, nil
	}
	return nil, nil
}
