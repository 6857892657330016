package checkthenact

import (
	"context"
	"database/sql"
	"errors"

	"gorm.io/gorm"
)

// Migrations say what is unique.
type Voucher struct {
	ID   uint
	Code string
}

func Issue(ctx context.Context, db *gorm.DB, v *Voucher) error {
	res := db.Where("code = ?", v.Code).Find(&Voucher{})
	if res.RowsAffected == 0 {
		return db.Create(v).Error // want `row of Voucher may be created twice.*low confidence: a constraint of the database may refuse the second row`
	}
	return nil
}

func Book(ctx context.Context, db *sql.DB, seat string) error {
	var id int
	err := db.QueryRowContext(ctx, "SELECT id FROM bookings WHERE seat = ?", seat).Scan(&id)
	if err == nil {
		return errRowTaken
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	_, err = db.ExecContext(ctx, "INSERT INTO bookings (seat) VALUES (?)", seat) // want `row of bookings may be created twice.*low confidence`
	return err
}
