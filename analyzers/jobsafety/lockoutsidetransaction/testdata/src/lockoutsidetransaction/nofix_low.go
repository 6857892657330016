package lockoutsidetransaction

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// A caller may pass a transaction.
func lockedByCaller(db *gorm.DB, id int64) (*coupon, error) {
	var c coupon
	if err := db.Clauses(clause.Locking{Strength: "UPDATE"}).First(&c, id).Error; err != nil { // want `runs on db and in no`
		return nil, err
	}
	return &c, nil
}
