package checkthenact

import (
	"context"
	"errors"

	"gorm.io/gorm"
)

type Tenant struct {
	ID   uint
	Slug string `gorm:"index;comment:short name"`
}

type Tenants struct{ db *gorm.DB }

var errRowTaken = errors.New("taken")

func (t *Tenants) Add(ctx context.Context, tenant Tenant) error {
	if !errors.Is(t.db.Where("slug = ?", tenant.Slug).First(&Tenant{}).Error, gorm.ErrRecordNotFound) {
		return errRowTaken
	}
	return t.db.Create(&tenant).Error // want `row of Tenant may be created twice: t\.db\.Create is called because of the test at line 20, and another call may create it between the two`
}

// What is created in the branch, after the error is kept.
func (t *Tenants) Of(ctx context.Context, slug string) (*Tenant, error) {
	var tenant Tenant
	err := t.db.Where("slug = ?", slug).First(&tenant).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		tenant = Tenant{Slug: slug}
		if err := t.db.Create(&tenant).Error; err != nil { // want `row of Tenant may be created twice: t\.db\.Create is called because of the test at line 29`
			return nil, err
		}
	} else if err != nil {
		return nil, err
	}
	return &tenant, nil
}

// A count asks the same, and a transaction excludes nothing.
func (t *Tenants) Invite(ctx context.Context, slug string) error {
	return t.db.Transaction(func(tx *gorm.DB) error {
		var n int64
		tx.Model(&Tenant{}).Where("slug = ?", slug).Count(&n)
		if n > 0 {
			return errRowTaken
		}
		return tx.Create(&Tenant{Slug: slug}).Error // want `row of Tenant may be created twice`
	})
}
