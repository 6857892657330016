package audit

import (
	"fmt"
	"strings"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/manifest"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// An inspection is one check of one unit; service is nil when it is not known
// what runs in it.
type inspection struct {
	report  *Report
	check   manifestCheck
	unit    *manifest.Unit
	service *service.Service
	all     []*manifest.Unit
}

func (in *inspection) add(at manifest.Place, format string, args ...any) {
	pos := finding.Position{Line: max(at.Line, 1), Column: max(at.Column, 1)}
	f := finding.Finding{
		ID: "manifest/" + in.check.slug, Severity: in.check.severity, Confidence: verdict.High,
		File: at.File, Start: pos, End: pos, Message: fmt.Sprintf(format, args...),
		Fingerprint: fmt.Sprintf("manifest/%s:%s:%s", in.check.slug, at.File, in.unit.Name),
		URL:         "https://github.com/lifecyclelint/lifecyclelint/blob/main/docs/audit.md#" + in.check.slug,
	}
	if in.service != nil {
		f.Package = in.service.Package
	}
	in.report.Findings = append(in.report.Findings, f)
}

// margin is what a shutdown needs besides the limits in the code.
const margin = 2 * time.Second

// needs returns how long the unit may take to stop.
func (in *inspection) needs() time.Duration {
	if in.service == nil || in.service.Budget == 0 {
		return 0
	}
	return in.service.Budget + in.unit.PreStop.D + margin
}

// near reports whether a finding is about the service, not about another one
// that reads a variable of the same name.
func (in *inspection) near(f finding.Finding) bool {
	root := strings.TrimSuffix(strings.TrimSuffix(in.service.Dir, "/server"), "/cmd")
	return root == "." || strings.HasPrefix(f.File, root+"/")
}
