package confirm

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/confirm"
	"github.com/lifecyclelint/lifecyclelint/internal/driver"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/output/sarif"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// SARIF writes what is confirmed. Ranks go from 100 down to 91, above those of findings
// that are only analyzed.
func SARIF(w io.Writer, r *confirm.Report, opts Options) error {
	res := &driver.Result{Problems: r.Problems}
	for _, u := range r.Unread {
		res.Problems = append(res.Problems, driver.Problem{Package: u.Name, Message: u.Message})
	}
	for _, c := range r.Confirmed {
		f := c.Finding
		f.Confirmed = strings.Join(append(append([]string{}, c.Evidence.Reasons...), counts(&c.Evidence)), "; ")
		f.Confidence, f.Truth, f.Suppression = verdict.High, verdict.High, nil
		res.Findings = append(res.Findings, f)
	}
	for _, s := range r.Blocked {
		res.Findings = append(res.Findings, blockedFinding(s, opts))
	}
	for i := range res.Findings {
		res.Findings[i].Rank = 100 - 9*float64(i)/float64(len(res.Findings))
	}
	return sarif.Write(w, res, opts.Dir)
}

// blockedFinding returns what stands for a place without a finding.
func blockedFinding(s *confirm.Spot, opts Options) finding.Finding {
	at := finding.Position{Line: s.Line, Column: 1}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%s", finding.BlockedID, finding.Rel(opts.Dir, s.File), s.Function, s.Waits))
	f := finding.Finding{
		ID: finding.BlockedID, Severity: "high", Confidence: verdict.High, Truth: verdict.High, File: s.File, Start: at, End: at,
		Message:     fmt.Sprintf("goroutines are stuck in %s; %s", s.Function, strings.Join(whys(s, opts.Dir), "; ")),
		Confirmed:   strings.Join(append(append([]string{}, s.Evidence.Reasons...), counts(&s.Evidence)), "; "),
		Fingerprint: hex.EncodeToString(sum[:12]), URL: finding.BlockedURL,
	}
	for _, st := range s.Started {
		f.Trace = append(f.Trace, finding.Hop{File: st.File, At: finding.Position{Line: st.Line, Column: 1}, Message: "the goroutine starts here"})
	}
	return f
}
