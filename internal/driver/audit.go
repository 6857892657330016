package driver

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

// auditFlag makes the vet tool run the audit only.
const auditFlag = "-audit"

// Audit describes the services among the configured packages. Like Check it goes
// through the go command, which keeps the answers for each package.
func Audit(ctx context.Context, cfg Config) (*Result, error) {
	cfg.Flags, cfg.Adjust = []string{auditFlag}, nil
	res, err := Check(ctx, cfg)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(res.Services, func(a, b service.Service) int { return strings.Compare(a.Package, b.Package) })
	res.Services = slices.CompactFunc(res.Services, func(a, b service.Service) bool { return a.Package == b.Package })
	slices.SortFunc(res.Others, func(a, b service.Other) int { return strings.Compare(a.Package, b.Package) })
	res.Others = slices.Compact(res.Others)
	return res, nil
}

// addAudit files what the audit says about one program.
func (res *Result) addAudit(d diagnostic, pkgs map[string]pkg) error {
	if d.Category == service.Category {
		return res.addService(d.Message, pkgs)
	}
	var o service.Other
	if err := json.Unmarshal([]byte(d.Message), &o); err != nil {
		return fmt.Errorf("program: %w", err)
	}
	res.Others = append(res.Others, o)
	return nil
}

// addService files a service, with its places in this checkout.
func (res *Result) addService(text string, pkgs map[string]pkg) error {
	var s service.Service
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return fmt.Errorf("service: %w", err)
	}
	s.Dir = pkgs[s.Package].dir
	s.Places(func(p *service.Place) {
		if dir := pkgs[p.Pkg].dir; dir != "" {
			p.File = filepath.Join(dir, p.File)
		} else if p.File != "" {
			p.File = path.Join(p.Pkg, p.File)
		}
	})
	res.Services = append(res.Services, s)
	return nil
}
