package remotecallintransaction

import (
	"context"
	"time"

	"gorm.io/gorm"
)

// The parameter may be no transaction.
func (w *webhooks) maybe(db *gorm.DB, id int64) error {
	if err := db.Create(&id).Error; err != nil {
		return err
	}
	return w.post("f") // want `that the function is passed`
}

// The call ends soon.
func (b *billing) soon(ctx context.Context, customer string) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := b.mail.Send(ctx, customer); err != nil { // want `b.mail.Send runs in the transaction`
		return err
	}
	return tx.Commit()
}
