package jobsafety_test

import (
	"testing"

	"github.com/lifecyclelint/lifecyclelint/analyzers/jobsafety"
	"github.com/lifecyclelint/lifecyclelint/internal/checktest"
)

func Test(t *testing.T) {
	checktest.Run(t, jobsafety.New,
		checktest.Variant{Dir: "requeuedforever_memory"},
		checktest.Variant{Dir: "unlimitedprefetch_alone"},
		checktest.Variant{Dir: "unlimitedprefetch_low"},
		checktest.Variant{Dir: "nackmissing_poison"},
		checktest.Variant{Dir: "nackmissing_poisonok"},
		checktest.Variant{Dir: "unownedrelease_sessions"},
		checktest.Variant{Dir: "unownedrelease_single"},
		checktest.Variant{Dir: "overlappingruns_good"},
		checktest.Variant{Dir: "halfwritten_good"},
		checktest.Variant{Dir: "lostrowupdate_good"},
		checktest.Variant{Dir: "nestedtransaction_good"},
		checktest.Variant{Dir: "lockoutsidetransaction_good"},
		checktest.Variant{Dir: "remotecallintransaction_good"},
		checktest.Variant{Dir: "ackedbeforehandled_mqtt"},
		checktest.Variant{Dir: "ackedbeforehandled_position"},
		checktest.Variant{Dir: "ackedbeforehandled_removed"},
		checktest.Variant{Dir: "nackmissing_streamdrop"},
		checktest.Variant{Dir: "nackmissing_streamdropok"},
		checktest.Variant{Dir: "unownedrelease_rows"},
		checktest.Variant{Dir: "unownedrelease_rows_good"},
		checktest.Variant{Dir: "unownedrelease_good"},
		checktest.Variant{Dir: "claimnorecovery_below"},
		checktest.Variant{Dir: "ackedbeforehandled_taken"},
		checktest.Variant{Dir: "ackedbeforehandled_own"},
		checktest.Variant{Dir: "secondconnection_good"},
		checktest.Variant{Dir: "secondconnection_one"},
		checktest.Variant{Dir: "secondconnection_unlimited"},
		checktest.Variant{Dir: "nackmissing_stream"},
		checktest.Variant{Dir: "nackmissing_streamok"},
		checktest.Variant{Dir: "requeuedforever_declared"},
		checktest.Variant{Dir: "requeuedforever_limited"},
		checktest.Variant{Dir: "ackedbeforehandled_clients"},
		checktest.Variant{Dir: "ackedbeforehandled_ungrouped"},
		checktest.Variant{Dir: "pendingneverclaimed_below"},
		checktest.Variant{Dir: "pendingneverclaimed_claimed"},
		checktest.Variant{Dir: "pendingneverclaimed_own"},
		checktest.Variant{Dir: "pendingneverclaimed_noack"},
	)
}
