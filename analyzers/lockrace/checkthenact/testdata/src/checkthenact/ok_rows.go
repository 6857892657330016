package checkthenact

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"gorm.io/gorm"
)

type Account struct {
	ID    uint
	Email string `gorm:"uniqueIndex;size:100"`
}

// The second row is refused.
func okUnique(ctx context.Context, db *gorm.DB, a *Account) error {
	if !errors.Is(db.Where("email = ?", a.Email).First(&Account{}).Error, gorm.ErrRecordNotFound) {
		return errRowTaken
	}
	return db.Create(a).Error
}

type okLocked struct {
	mu sync.Mutex
	db *gorm.DB
}

// One call at a time does both.
func (l *okLocked) Add(ctx context.Context, t Tenant) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !errors.Is(l.db.Where("slug = ?", t.Slug).First(&Tenant{}).Error, gorm.ErrRecordNotFound) {
		return errRowTaken
	}
	return l.db.Create(&t).Error
}

// The row that is found is copied.
func okCopies(ctx context.Context, db *gorm.DB, id uint) error {
	var t Tenant
	if err := db.First(&t, id).Error; err != nil {
		return err
	}
	if errors.Is(db.First(&t, id).Error, gorm.ErrRecordNotFound) {
		return gorm.ErrRecordNotFound
	}
	t.ID = 0
	return db.Create(&t).Error
}

// It is about another table.
func okOther(ctx context.Context, db *gorm.DB, slug string) error {
	if errors.Is(db.Where("slug = ?", slug).First(&Tenant{}).Error, gorm.ErrRecordNotFound) {
		return db.Create(&Voucher{Code: slug}).Error
	}
	return nil
}

// The program does so once, while it starts.
func okSeedTenants(db *gorm.DB) error {
	var n int64
	db.Model(&Tenant{}).Count(&n)
	if n > 0 {
		return nil
	}
	return db.Create(&Tenant{Slug: "first"}).Error
}

// The statement says what happens to a second one.
func okConflict(ctx context.Context, db *sql.DB, seat string) error {
	var id int
	if err := db.QueryRowContext(ctx, "SELECT id FROM bookings WHERE seat = ?", seat).Scan(&id); err == nil {
		return errRowTaken
	}
	_, err := db.ExecContext(ctx, "INSERT INTO bookings (seat) VALUES (?) ON CONFLICT DO NOTHING", seat)
	return err
}

// One step does both.
func okOneStep(ctx context.Context, db *gorm.DB, slug string) (t Tenant, err error) {
	err = db.Where("slug = ?", slug).FirstOrCreate(&t).Error
	return t, err
}

// Its key refuses a second one.
func okKey(ctx context.Context, db *gorm.DB) (t Tenant, err error) {
	err = db.Where("id = ?", 1).First(&t).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		t = Tenant{ID: 1}
		err = db.Create(&t).Error
	}
	return t, err
}
